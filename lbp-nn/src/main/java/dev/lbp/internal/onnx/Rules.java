package dev.lbp.internal.onnx;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import onnx.Onnx.NodeProto;

/** The rules of all operators that can be differentiated, by the operator's name. */
final class Rules {

    private static final Map<String, Rule> RULES = new TreeMap<>();

    static {
        RULES.put("Gemm", MatrixRules::gemm);
        RULES.put("MatMul", MatrixRules::matMul);

        RULES.put("Conv", ConvRules::conv);

        RULES.put("Add", ArithmeticRules::add);
        RULES.put("Sub", ArithmeticRules::sub);
        RULES.put("Mul", ArithmeticRules::mul);
        RULES.put("Div", ArithmeticRules::div);
        RULES.put("Pow", ((Rule) ArithmeticRules::pow).byFirst(1));

        RULES.put("Abs", FunctionRules::abs);
        RULES.put("Elu", FunctionRules::elu);
        RULES.put("Erf", FunctionRules::erf);
        RULES.put("Exp", FunctionRules::exp);
        RULES.put("LeakyRelu", FunctionRules::leakyRelu);
        RULES.put("Log", FunctionRules::log);
        RULES.put("Neg", FunctionRules::neg);
        RULES.put("Reciprocal", FunctionRules::reciprocal);
        RULES.put("Relu", FunctionRules::relu);
        RULES.put("Sigmoid", FunctionRules::sigmoid);
        RULES.put("Softplus", FunctionRules::softplus);
        RULES.put("Sqrt", FunctionRules::sqrt);
        RULES.put("Tanh", FunctionRules::tanh);

        RULES.put("Dropout", ((Rule) ShapeRules::dropout).byFirst(1));
        RULES.put("Expand", ((Rule) ShapeRules::expand).byFirst(1));
        RULES.put("Flatten", ShapeRules::reshape);
        RULES.put("Identity", ShapeRules::identity);
        RULES.put("Reshape", ((Rule) ShapeRules::reshape).byFirst(1));
        RULES.put("Squeeze", ((Rule) ShapeRules::reshape).byFirst(1));
        RULES.put("Transpose", ShapeRules::transpose);
        RULES.put("Unsqueeze", ((Rule) ShapeRules::reshape).byFirst(1));

        RULES.put("ReduceMean", ((Rule) ReductionRules::mean).byFirst(1));
        RULES.put("ReduceSum", ((Rule) ReductionRules::sum).byFirst(1));
        RULES.put("GlobalAveragePool", ReductionRules::globalAverage);
    }

    private Rules() {}

    static Rule of(NodeProto node) {
        boolean standard = Set.of("", "ai.onnx").contains(node.getDomain());
        Rule rule = standard ? RULES.get(node.getOpType()) : null;
        if (rule == null) {
            throw Step.refuse(node, "must be one of " + String.join(", ", RULES.keySet()));
        }
        return rule;
    }
}
