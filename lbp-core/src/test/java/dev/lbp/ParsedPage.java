package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** A page of a report, parsed as XML. */
public final class ParsedPage {

    private static final Pattern STYLE = Pattern.compile("<style[^>]*>(.*?)</style", Pattern.DOTALL);

    private final Document document;

    private ParsedPage(Document document) {
        this.document = document;
    }

    /** Parses a page, and checks what holds of every one. */
    public static ParsedPage checked(String html) {
        try {
            Document document = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(html)));
            ParsedPage page = new ParsedPage(document);
            page.check();
            checkStyle(html);
            return page;
        } catch (Exception e) {
            throw new AssertionError("not well-formed: " + e.getMessage(), e);
        }
    }

    /** Reads a page, checks it as {@link #checked} does, and returns its source. */
    public static String source(Path file) throws IOException {
        String html = Files.readString(file);
        checked(html);
        return html;
    }

    /**
     * HTML takes a style sheet as it stands, and XML resolves references: only without {@code &} and {@code <} are they
     * one.
     */
    private static void checkStyle(String html) {
        Matcher styles = STYLE.matcher(html);
        while (styles.find()) {
            assertThat(styles.group(1)).doesNotContain("&", "<");
        }
    }

    private void check() {
        assertThat(elements("//h1")).hasSize(1);
        assertThat(elements("//script | //link | //iframe | //*[@src]")).isEmpty();
        Set<String> ids = new HashSet<>();
        for (Element element : elements("//*[@id]")) {
            assertThat(ids.add(element.getAttribute("id")))
                    .as(element.getAttribute("id"))
                    .isTrue();
        }
        for (Element element : elements("//*[@href]")) {
            String target = element.getAttribute("href");
            assertThat(target.startsWith("data:image/png;base64,") || ids.contains(target.substring(1)))
                    .as("%.100s", target)
                    .isTrue();
        }
        for (Element drawing : elements("//svg[not(@aria-hidden)]")) {
            assertThat(drawing.getAttribute("role")).isEqualTo("img");
            assertThat(drawing.getElementsByTagName("title").item(0).getTextContent())
                    .isNotBlank();
            assertThat(drawing.getElementsByTagName("desc").item(0).getTextContent())
                    .isNotBlank();
        }
        for (Element path : elements("//path")) {
            assertThat(path.getAttribute("d")).matches("(M[MlhHVvz0-9. -]+)?");
        }
    }

    /** The number of drawings that are not ornaments. */
    public int drawings() {
        return elements("//svg[@role='img']").size();
    }

    /** The texts of the elements, or the values of the attributes, that an XPath expression finds. */
    public List<String> text(String xpath) {
        return nodes(xpath).stream().map(Node::getTextContent).toList();
    }

    private List<Element> elements(String xpath) {
        return nodes(xpath).stream().map(Element.class::cast).toList();
    }

    private List<Node> nodes(String xpath) {
        try {
            NodeList found =
                    (NodeList) XPathFactory.newInstance().newXPath().evaluate(xpath, document, XPathConstants.NODESET);
            List<Node> nodes = new ArrayList<>();
            for (int k = 0; k < found.getLength(); k++) {
                nodes.add(found.item(k));
            }
            return nodes;
        } catch (XPathExpressionException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
