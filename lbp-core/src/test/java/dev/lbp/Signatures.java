package dev.lbp;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.domain.properties.HasModifiers;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** What users read in the signatures of an API. */
public final class Signatures {

    private Signatures() {}

    /** The rule that open types of these packages name only types that users may name too. */
    public static ArchRule nameApiAlone(Set<String> packages) {
        return classes()
                .that(DescribedPredicate.describe(
                        "are open types of " + packages,
                        type -> packages.contains(type.getPackageName()) && isOpenType(type)))
                .should(new ArchCondition<>("name API types alone in what users can call") {
                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        named(type)
                                .flatMap(shown -> shown.getAllInvolvedRawTypes().stream())
                                .map(JavaClass::getBaseComponentType)
                                .filter(Signatures::isMachinery)
                                .forEach(shown -> events.add(SimpleConditionEvent.violated(
                                        type, type.getFullName() + " shows " + shown.getFullName())));
                    }
                });
    }

    private static boolean isMachinery(JavaClass shown) {
        String name = shown.getPackageName();
        return name.startsWith("dev.lbp.runtime")
                || name.startsWith("dev.lbp.internal")
                || name.startsWith("dev.lbp") && !isOpenType(shown);
    }

    private static Stream<JavaType> named(JavaClass type) {
        return Stream.of(
                        type.getSuperclass().stream(),
                        type.getInterfaces().stream(),
                        type.getTypeParameters().stream(),
                        type.getFields().stream().filter(Signatures::isOpen).map(JavaField::getType),
                        type.getCodeUnits().stream().filter(Signatures::isOpen).flatMap(Signatures::named))
                .flatMap(Function.identity());
    }

    private static Stream<JavaType> named(JavaCodeUnit call) {
        return Stream.of(
                        Stream.of(call.getReturnType()),
                        call.getParameterTypes().stream(),
                        call.getTypeParameters().stream(),
                        call.getThrowsClause().getTypes().stream())
                .flatMap(Function.identity());
    }

    /** Whether users can name a type: it and all types around it are public or protected. */
    private static boolean isOpenType(JavaClass type) {
        return isOpen(type)
                && type.getEnclosingClass().map(Signatures::isOpenType).orElse(true);
    }

    private static boolean isOpen(HasModifiers part) {
        return part.getModifiers().contains(JavaModifier.PUBLIC)
                || part.getModifiers().contains(JavaModifier.PROTECTED);
    }
}
