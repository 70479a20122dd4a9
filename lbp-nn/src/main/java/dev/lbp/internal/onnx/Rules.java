package dev.lbp.internal.onnx;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import onnx.Onnx.NodeProto;

/** The rules of all operators that can be differentiated, by the operator's name. */
final class Rules {

    private static final Map<String, Rule> RULES = new TreeMap<>();

    static {
        RULES.put("Conv", ConvRules::conv);
        RULES.put("Gemm", MatrixRules::gemm);
        RULES.put("MatMul", MatrixRules::matMul);
        RULES.put("Einsum", EinsumRule::apply);

        RULES.put("Add", ArithmeticRules::add);
        RULES.put("Sub", ArithmeticRules::sub);
        RULES.put("Mul", ArithmeticRules::mul);
        RULES.put("Div", ArithmeticRules::div);
        putByFirst(1, "Pow", ArithmeticRules::pow);

        RULES.put("Abs", FunctionRules::abs);
        putByFirst(1, "Clip", FunctionRules::clip);
        RULES.put("Elu", FunctionRules::elu);
        RULES.put("Erf", FunctionRules::erf);
        RULES.put("Exp", FunctionRules::exp);
        RULES.put("Gelu", FunctionRules::gelu);
        RULES.put("HardSigmoid", FunctionRules::hardSigmoid);
        RULES.put("HardSwish", FunctionRules::hardSwish);
        RULES.put("LeakyRelu", FunctionRules::leakyRelu);
        RULES.put("Log", FunctionRules::log);
        RULES.put("Neg", FunctionRules::neg);
        RULES.put("Reciprocal", FunctionRules::reciprocal);
        RULES.put("Relu", FunctionRules::relu);
        RULES.put("Sigmoid", FunctionRules::sigmoid);
        RULES.put("Softplus", FunctionRules::softplus);
        RULES.put("Sqrt", FunctionRules::sqrt);
        RULES.put("Tanh", FunctionRules::tanh);

        putByFirst(1, "Dropout", ShapeRules::dropout);
        putByFirst(1, "Expand", ShapeRules::expand);
        RULES.put("Cast", ShapeRules::identity);
        RULES.put("Flatten", ShapeRules::reshape);
        RULES.put("Identity", ShapeRules::identity);
        putByFirst(1, "Reshape", ShapeRules::reshape);
        putByFirst(1, "Squeeze", ShapeRules::reshape);
        RULES.put("Transpose", ShapeRules::transpose);
        putByFirst(1, "Unsqueeze", ShapeRules::reshape);

        RULES.put("Concat", PartRules::concat);
        putByFirst(1, "Gather", PartRules::gather);
        putByFirst(1, "Pad", PartRules::pad);
        putByFirst(1, "Slice", PartRules::slice);
        putByFirst(1, "Split", PartRules::split);
        RULES.put("Where", PartRules::where);

        putByFirst(1, "ReduceLogSumExp", ReductionRules::logSumExp);
        putByFirst(1, "ReduceMean", ReductionRules::mean);
        putByFirst(1, "ReduceSum", ReductionRules::sum);
        putByFirst(1, "ReduceMax", step -> MaximumRules.reduce(step, "ArgMax"));
        putByFirst(1, "ReduceMin", step -> MaximumRules.reduce(step, "ArgMin"));
        RULES.put("Max", MaximumRules::elementwise);
        RULES.put("Min", MaximumRules::elementwise);
        RULES.put("Softmax", SoftmaxRules::softmax);
        RULES.put("LogSoftmax", SoftmaxRules::logSoftmax);
        RULES.put("GlobalAveragePool", ReductionRules::globalAverage);

        RULES.put("AveragePool", PoolRules::average);
        RULES.put("MaxPool", PoolRules::max);
        putByFirst(3, "BatchNormalization", NormalizationRules::batch);
        RULES.put("LayerNormalization", NormalizationRules::layer);
    }

    /** Registers a rule that differentiates only the first {@code count} inputs of an operator. */
    private static void putByFirst(int count, String operator, Rule rule) {
        RULES.put(operator, rule.byFirst(count));
    }

    private Rules() {}

    /** Whether the rule of a node uses the cotangents of all outputs. Other rules use only that of the first output. */
    static boolean takesAllOutputs(NodeProto node) {
        return node.getOpType().equals("Split");
    }

    /**
     * The rule of a node's operator.
     *
     * @throws IllegalArgumentException if the operator has no rule
     */
    static Rule of(NodeProto node, Values values) {
        boolean standard = Set.of("", "ai.onnx").contains(node.getDomain());
        Rule rule = standard ? RULES.get(node.getOpType()) : null;
        if (rule == null) {
            throw Step.refuse(node, "must be one of " + String.join(", ", RULES.keySet()));
        }
        if (node.getOpType().equals("Cast")
                && !(values.isFloat(node.getInput(0)) && values.isFloat(node.getOutput(0)))) {
            throw Step.refuse(node, "must be from float to float");
        }
        return rule;
    }
}
