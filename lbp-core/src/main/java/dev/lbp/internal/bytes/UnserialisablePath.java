package dev.lbp.internal.bytes;

import java.io.Externalizable;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the path to an object that Java cannot serialise; {@link java.io.NotSerializableException} names only the
 * class. The search goes breadth first, so it finds a shortest path. It follows the fields that serialisation writes,
 * elements of arrays and of java.util's collections, results of {@code writeReplace}, and captured arguments of
 * lambdas, but not other classes of the JDK.
 */
final class UnserialisablePath {

    private final Predicate<Object> atFault;
    private final Queue<Step> queue = new ArrayDeque<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * An object that the search has reached.
     *
     * @param before the step that led here; null at a root
     * @param name the name of the object in the object before
     * @param hint advice to the caller if the path leads through here; empty if there is none
     */
    private record Step(@Nullable Step before, String name, String hint, Object object) {

        String path() {
            return before == null ? name : before.path() + name;
        }

        /** The hint nearest to the root. */
        String firstHint() {
            String earlier = before == null ? "" : before.firstHint();
            return earlier.isEmpty() ? hint : earlier;
        }
    }

    private UnserialisablePath(Predicate<Object> atFault) {
        this.atFault = atFault;
    }

    /**
     * Finds a shortest path from a root.
     *
     * @param roots the objects to start from, by name
     * @param atFault whether an object is the one to find
     * @param reason why it is at fault, in words
     * @return the path, the reason in brackets, and a hint if there is one; empty if no path was found
     */
    static Optional<String> find(Map<String, ?> roots, Predicate<Object> atFault, String reason) {
        UnserialisablePath search = new UnserialisablePath(atFault);
        roots.forEach((name, root) -> search.add(null, name, "", root));
        return search.run().map(found -> found.path() + " (" + reason + ")" + found.firstHint());
    }

    /** The name of a class; words for a lambda, whose class name changes with every start of Java. */
    static String className(String name) {
        int lambda = name.indexOf("$$Lambda");
        return lambda < 0
                ? name
                : "a lambda of " + name.substring(0, lambda) + " whose interface does not extend Serializable";
    }

    /** Takes objects from the queue, nearest first, until one is at fault; empty if none is. */
    private Optional<Step> run() {
        for (Step step = queue.poll(); step != null; step = queue.poll()) {
            if (atFault.test(step.object)) {
                return Optional.of(step);
            }
            if (step.object instanceof Serializable) {
                expand(step);
            }
        }
        return Optional.empty();
    }

    /** Queues an object that the search has not seen. Null and enum constants have nothing to search. */
    private void add(@Nullable Step before, String name, String hint, @Nullable Object object) {
        if (object != null && !object.getClass().isEnum() && seen.add(object)) {
            queue.add(new Step(before, name, hint, object));
        }
    }

    /** Adds the objects that Java writes for the object of a step: elements, its replacement, or its fields. */
    private void expand(Step step) {
        Object object = step.object;
        if (object instanceof Object[] array) {
            for (int i = 0; i < array.length; i++) {
                add(step, "[" + i + "]", "", array[i]);
            }
            return;
        }
        Object written = replacement(object);
        if (written instanceof SerializedLambda lambda) {
            expandLambda(step, lambda);
        } else if (written != object) {
            add(step, "", "", written); // takes the object's place, so it adds no name to the path
        } else {
            expandElements(step);
            for (Class<?> type = object.getClass();
                    type != null && Serializable.class.isAssignableFrom(type);
                    type = type.getSuperclass()) {
                expandFields(step, type);
            }
        }
    }

    /** Adds the captured arguments of a lambda; the first one of an instance lambda is the object that made it. */
    private void expandLambda(Step step, SerializedLambda lambda) {
        String owner = lambda.getCapturingClass().replace('/', '.');
        for (int k = 0; k < lambda.getCapturedArgCount(); k++) {
            Object argument = lambda.getCapturedArg(k);
            boolean outer = k == 0
                    && lambda.getImplMethodKind() != MethodHandleInfo.REF_invokeStatic
                    && argument != null
                    && argument.getClass().getName().equals(owner);
            add(
                    step,
                    "[captured argument " + k + " of the lambda in " + owner + "]",
                    outer
                            ? "; the lambda uses a field or method of its object: copy what it needs into a local variable"
                            : "",
                    argument);
        }
    }

    /**
     * Adds the elements of a collection or map whose class or superclass is a serialisable one of java.util. The name
     * of an element in the path is its index or key in brackets, and there is no hint for it.
     */
    private void expandElements(Step step) {
        if (!extendsCollectionOfJdk(step.object.getClass())) {
            return;
        }
        if (step.object instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                add(step, "[a key]", "", key);
                boolean plain = key instanceof String || key instanceof Number || key instanceof Enum;
                add(step, plain ? "[" + key + "]" : "[a value]", "", value);
            });
        } else if (step.object instanceof Collection<?> collection) {
            int index = 0;
            for (Object element : collection) {
                add(step, collection instanceof List ? "[" + index++ + "]" : "[an element]", "", element);
            }
        }
    }

    /** Whether a class or a superclass is a serialisable one of java.util, which writes its elements by itself. */
    private static boolean extendsCollectionOfJdk(Class<?> type) {
        for (Class<?> above = type; above != null; above = above.getSuperclass()) {
            if (above.getName().startsWith("java.util.") && Serializable.class.isAssignableFrom(above)) {
                return true;
            }
        }
        return false;
    }

    /** Adds the fields of one class that serialisation writes. */
    private void expandFields(Step step, Class<?> type) {
        if (isOfJdk(type)) {
            return;
        }
        for (ObjectStreamField written : ObjectStreamClass.lookupAny(type).getFields()) {
            if (written.isPrimitive()) {
                continue;
            }
            try {
                Field field = type.getDeclaredField(written.getName());
                if (field.trySetAccessible()) {
                    add(step, "." + field.getName(), hint(field), field.get(step.object));
                }
            } catch (ReflectiveOperationException e) {
                continue; // a name in the serialised form that is no field
            }
        }
    }

    private static String hint(Field field) {
        String type = field.getDeclaringClass().getName();
        if (field.isSynthetic() && field.getName().startsWith("this$")) {
            return "; " + type + " is an inner class and so keeps its outer object: make it a static class or a record";
        }
        return field.isSynthetic() && field.getName().startsWith("val$")
                ? "; a variable that " + type + " uses from the method around it"
                : "";
    }

    /** The result of the object's {@code writeReplace}; the object itself if it has none or that fails. */
    private static @Nullable Object replacement(Object object) {
        for (Class<?> type = object.getClass(); type != null && !isOfJdk(type); type = type.getSuperclass()) {
            try {
                Method method = type.getDeclaredMethod("writeReplace");
                return method.trySetAccessible() ? method.invoke(object) : object;
            } catch (NoSuchMethodException e) {
                continue; // a superclass may have it
            } catch (ReflectiveOperationException e) {
                return object;
            }
        }
        return object;
    }

    private static boolean isOfJdk(Class<?> type) {
        return type.getName().startsWith("java.");
    }

    /** Whether code of the class itself, not of a superclass, decides what is written. */
    static boolean writesItself(Class<?> type) {
        try {
            return Modifier.isPrivate(type.getDeclaredMethod("writeObject", ObjectOutputStream.class)
                    .getModifiers());
        } catch (NoSuchMethodException e) {
            return Externalizable.class.isAssignableFrom(type);
        }
    }

    /** The nearest superclass with fields, if the direct superclass is not Serializable; null if there is none. */
    static @Nullable Class<?> superclassThatLosesFields(Class<?> type) {
        Class<?> above = type.getSuperclass();
        if (!Serializable.class.isAssignableFrom(type) || above == null || Serializable.class.isAssignableFrom(above)) {
            return null;
        }
        for (; above != null && !isOfJdk(above); above = above.getSuperclass()) {
            for (Field field : above.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                    return above;
                }
            }
        }
        return null;
    }
}
