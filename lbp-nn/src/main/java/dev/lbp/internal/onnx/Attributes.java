package dev.lbp.internal.onnx;

import onnx.Onnx.AttributeProto;
import onnx.Onnx.NodeProto;
import org.jspecify.annotations.Nullable;

/** Reads the attributes of a node. {@code otherwise} is the default in the operator's specification. */
record Attributes(NodeProto node) {

    int integer(String name, int otherwise) {
        AttributeProto found = find(name);
        return found == null ? otherwise : Math.toIntExact(found.getI());
    }

    float real(String name, float otherwise) {
        AttributeProto found = find(name);
        return found == null ? otherwise : found.getF();
    }

    String text(String name, String otherwise) {
        AttributeProto found = find(name);
        return found == null ? otherwise : found.getS().toStringUtf8();
    }

    long[] integers(String name, long[] otherwise) {
        AttributeProto found = find(name);
        return found == null
                ? otherwise
                : found.getIntsList().stream().mapToLong(Long::longValue).toArray();
    }

    private @Nullable AttributeProto find(String name) {
        for (AttributeProto attribute : node.getAttributeList()) {
            if (attribute.getName().equals(name)) {
                return attribute;
            }
        }
        return null;
    }
}
