package dev.lbp.nn;

import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import ai.onnxruntime.providers.OrtCUDAProviderOptions;

/**
 * The processor or CUDA device that evaluates a graph.
 *
 * @param threads the number of threads on the processor, at least 1
 * @param device a CUDA device, from 0; {@link #NO_DEVICE} for the processor
 */
record Place(int threads, int device) {

    private static final int NO_DEVICE = -1;

    static Place processor(int threads) {
        return new Place(threads, NO_DEVICE);
    }

    Place withThreads(int count) {
        return new Place(count, device);
    }

    Place onDevice(int number) {
        return new Place(threads, number);
    }

    boolean isDevice() {
        return device != NO_DEVICE;
    }

    /**
     * Checks that ONNX Runtime can use this place.
     *
     * @throws IllegalStateException if ONNX Runtime has no CUDA provider, or CUDA's libraries or the device are missing
     */
    void check() {
        NativeCode.environment();
        try (SessionOptions options = new SessionOptions()) {
            applyTo(options);
        } catch (OrtException e) {
            throw new IllegalStateException(
                    "ONNX Runtime must find CUDA, with the dependency com.microsoft.onnxruntime:onnxruntime_gpu in"
                            + " place of onnxruntime, and CUDA, cuDNN and a driver on this machine: device=" + device
                            + ": " + String.valueOf(e.getMessage()).strip(),
                    e);
        }
    }

    /** Sets the device, with settings that make its results reproducible; nothing for the processor. */
    void applyTo(SessionOptions options) throws OrtException {
        if (!isDevice()) {
            return;
        }
        try (OrtCUDAProviderOptions cuda = new OrtCUDAProviderOptions(device)) {
            cuda.add("use_tf32", "0"); // TF32 has 10 bits of fraction, so that scores would differ from the file's
            cuda.add("cudnn_conv_algo_search", "HEURISTIC"); // a choice by timing would differ between runs
            options.addCUDA(cuda);
        }
        options.setDeterministicCompute(true);
    }
}
