package dev.lbp.nn;

import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import onnx.Onnx.NodeProto;

/**
 * Finds parameters of a file that its exporter has merged or copied, so that they train otherwise than in the exported
 * model. PyTorch's exporter merges parameters of equal values: it keeps the first one, and a node Identity gives it the
 * name of the other one. It also copies a weight that is used both transposed and not.
 *
 * @param values the values of the weights in the file
 */
record ExportNotes(List<OnnxGraph.Weight> weights, FloatBuffer values) {

    private static final String REMEDY =
            "; torch.onnx.export(..., training=torch.onnx.TrainingMode.TRAINING, do_constant_folding=False) keeps parameters as they"
                    + " are, if the module has no BatchNorm or Dropout";

    /** A sentence for each merged parameter, in the order of the nodes, then for each copied one. */
    List<String> notes(List<NodeProto> nodes) {
        List<String> notes = new ArrayList<>();
        addMerged(nodes, notes);
        addCopied(notes);
        return notes;
    }

    /** Adds a note for each Identity node that gives a parameter of the file a second name. */
    private void addMerged(List<NodeProto> nodes, List<String> notes) {
        Map<String, OnnxGraph.Weight> named = new HashMap<>();
        weights.forEach(weight -> named.put(weight.name(), weight));
        for (NodeProto node : nodes) {
            OnnxGraph.Weight kept = node.getOpType().equals("Identity") ? named.get(node.getInput(0)) : null;
            if (kept != null) {
                named.put(node.getOutput(0), kept);
                notes.add(String.format(
                        Locale.ROOT,
                        "%s and %s are one parameter in the file, of %d values: PyTorch's exporter merges equal ones, which are"
                                + " then trained as one%s",
                        kept.name(),
                        node.getOutput(0),
                        kept.length(),
                        REMEDY));
            }
        }
    }

    /** Adds a note for each pair of parameters with the same values, as they are or transposed. */
    private void addCopied(List<String> notes) {
        for (int k = 0; k < weights.size(); k++) {
            for (int j = 0; j < k; j++) {
                OnnxGraph.Weight copy = weights.get(k);
                OnnxGraph.Weight first = weights.get(j);
                if (copy.length() == first.length() && isCopy(first, copy)) {
                    notes.add(String.format(
                            Locale.ROOT,
                            "%s and %s are two parameters of the same %d values in the file: PyTorch's exporter copies a weight that"
                                    + " is also used transposed, and the copies are then trained apart%s",
                            first.name(),
                            copy.name(),
                            copy.length(),
                            REMEDY));
                }
            }
        }
    }

    private boolean isCopy(OnnxGraph.Weight first, OnnxGraph.Weight copy) {
        if (isConstant(first)) {
            return false; // constants, such as biases of 0, are equal although they are no copies
        }
        FloatBuffer a = values.slice(first.offset(), first.length());
        FloatBuffer b = values.slice(copy.offset(), copy.length());
        return a.equals(b) || isTransposed(a, first.shape(), b, copy.shape());
    }

    private boolean isConstant(OnnxGraph.Weight weight) {
        for (int i = 1; i < weight.length(); i++) {
            if (values.get(weight.offset() + i) != values.get(weight.offset())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isTransposed(FloatBuffer a, long[] shapeOfA, FloatBuffer b, long[] shapeOfB) {
        if (shapeOfA.length != 2 || shapeOfB.length != 2 || shapeOfA[0] != shapeOfB[1]) {
            return false;
        }
        int rows = (int) shapeOfA[0];
        int columns = (int) shapeOfA[1];
        for (int i = 0; i < a.capacity(); i++) {
            if (a.get(i) != b.get(i % columns * rows + i / columns)) {
                return false;
            }
        }
        return true;
    }
}
