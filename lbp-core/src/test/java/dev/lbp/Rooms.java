package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Map;
import java.util.stream.Collectors;

/** The sizes of packages. A package is a room: a reader must be able to know all that is in it. */
public final class Rooms {

    /** Files of the largest room. */
    private static final int MOST_FILES = 40;

    private Rooms() {}

    /** Checks that no package has more than 40 files. */
    public static void areSmall(JavaClasses classes) {
        Map<String, Long> files = classes.stream()
                .filter(type -> type.getEnclosingClass().isEmpty())
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        assertThat(files)
                .isNotEmpty()
                .allSatisfy((room, count) -> assertThat(count).as(room).isLessThanOrEqualTo(MOST_FILES));
    }
}
