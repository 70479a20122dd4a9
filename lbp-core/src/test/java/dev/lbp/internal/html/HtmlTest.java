package dev.lbp.internal.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class HtmlTest {

    @Test
    void text_withMarkup_isEscaped() {
        Html html = new Html().element("p", "<b> & \"x\" ]]>", "title", "a<\"&'>");
        assertThat(html).hasToString("<p title=\"a&lt;&quot;&amp;'&gt;\">&lt;b&gt; &amp; &quot;x&quot; ]]&gt;</p>");
    }

    @Test
    void text_withWhatNoPageCanHold_isReplaced() {
        assertThat(new Html().text("a\u0000b\u001bc\ud800d\uffffe\u0085f"))
                .hasToString("a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf");
        assertThat(new Html().text("\u00e9\t\u2212\ud83d\ude00\n")).hasToString("\u00e9\t\u2212\ud83d\ude00\n");
    }

    @Test
    void close_endsWhatWasOpenedLast() {
        assertThat(new Html()
                        .open("a")
                        .open("b")
                        .empty("c", "d", "e")
                        .close()
                        .text("f")
                        .close())
                .hasToString("<a><b><c d=\"e\"/></b>f</a>");
    }

    @Test
    void style_isWrittenAsItStands() {
        String sheet = "p > a::after { font-family: \"A B\", serif; content: 'x'; }";
        assertThat(new Html().style(sheet)).hasToString("<style>" + sheet + "</style>");
    }

    @Test
    void style_thatHtmlAndXmlReadDifferently_isRefused() {
        for (String sheet : new String[] {"p {} </style><script>", "a:after { content: \"&lt;\"; }"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Html().style(sheet))
                    .withMessage("must contain neither < nor &: sheet=" + sheet);
        }
    }
}
