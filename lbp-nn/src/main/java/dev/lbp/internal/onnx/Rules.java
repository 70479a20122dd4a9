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
        byFirst(1, "Pow", ArithmeticRules::pow);

        RULES.put("Abs", FunctionRules::abs);
        byFirst(1, "Clip", FunctionRules::clip);
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

        byFirst(1, "Dropout", ShapeRules::dropout);
        byFirst(1, "Expand", ShapeRules::expand);
        RULES.put("Cast", ShapeRules::identity);
        RULES.put("Flatten", ShapeRules::reshape);
        RULES.put("Identity", ShapeRules::identity);
        byFirst(1, "Reshape", ShapeRules::reshape);
        byFirst(1, "Squeeze", ShapeRules::reshape);
        RULES.put("Transpose", ShapeRules::transpose);
        byFirst(1, "Unsqueeze", ShapeRules::reshape);

        RULES.put("Concat", PartRules::concat);
        byFirst(1, "Gather", PartRules::gather);
        byFirst(1, "Pad", PartRules::pad);
        byFirst(1, "Slice", PartRules::slice);
        byFirst(1, "Split", PartRules::split);
        RULES.put("Where", PartRules::where);

        byFirst(1, "ReduceLogSumExp", ReductionRules::logSumExp);
        byFirst(1, "ReduceMean", ReductionRules::mean);
        byFirst(1, "ReduceSum", ReductionRules::sum);
        byFirst(1, "ReduceMax", step -> MaximumRules.reduce(step, "ArgMax"));
        byFirst(1, "ReduceMin", step -> MaximumRules.reduce(step, "ArgMin"));
        RULES.put("Max", MaximumRules::ofInputs);
        RULES.put("Min", MaximumRules::ofInputs);
        RULES.put("Softmax", SoftmaxRules::softmax);
        RULES.put("LogSoftmax", SoftmaxRules::logSoftmax);
        RULES.put("GlobalAveragePool", ReductionRules::globalAverage);

        RULES.put("AveragePool", PoolRules::average);
        RULES.put("MaxPool", PoolRules::max);
        byFirst(3, "BatchNormalization", NormalizationRules::batch);
        RULES.put("LayerNormalization", NormalizationRules::layer);
    }

    /** A rule by the first inputs of an operator alone. */
    private static void byFirst(int count, String operator, Rule rule) {
        RULES.put(operator, rule.byFirst(count));
    }

    private Rules() {}

    /** Whether the rule of a node knows the cotangents of all its outputs, not of the first one alone. */
    static boolean takesAllOutputs(NodeProto node) {
        return node.getOpType().equals("Split");
    }

    /** @throws IllegalArgumentException if there is none for the node */
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
