package dev.lbp.experiments.solve;

/** The searches of {@link Solve}. */
enum SolveMethod {
    /** A long search by {@link dev.lbp.solve.Solver}, whose best value is the reference. */
    REFERENCE("reference", 0),
    /** {@link dev.lbp.solve.Solver} until the target is reached. */
    SOLVER("Solver", 0),
    /** Anneals until the target is reached; the first anneal has 300 sweeps. */
    PLAIN("plain annealer", 300),
    /** Only the first anneal of {@link dev.lbp.solve.Solver}. */
    ANNEAL("first anneal", 0),
    /** Restarts have 300, 300, 600, 300, 300, 600, 1,200 sweeps and so on. */
    READ_300("Solver, 1 restart", 1),
    READ_1200("Solver, 3 restarts", 3),
    READ_3600("Solver, 7 restarts", 7),
    PLAIN_300("plain annealer, 300 sweeps", 300),
    PLAIN_1200("plain annealer, 1,200 sweeps", 1_200),
    PLAIN_3600("plain annealer, 3,600 sweeps", 3_600);

    private final String title;

    /** The number of restarts, or of sweeps of an anneal of the plain annealer. */
    final int length;

    SolveMethod(String title, int length) {
        this.title = title;
        this.length = length;
    }

    /** Whether the search is for the dense model and has no target: the constants from {@link #READ_300} on. */
    boolean isRead() {
        return compareTo(READ_300) >= 0;
    }

    /** Whether the plain annealer searches: {@link #PLAIN} and the constants from {@link #PLAIN_300} on. */
    boolean isPlain() {
        return this == PLAIN || compareTo(PLAIN_300) >= 0;
    }

    /**
     * Whether the search is made on an instance. The dense instance has the searches of {@link #isRead}, and no other
     * instance has them. The first anneal alone is made only where the solver holds replicas in bits, so not with the
     * couplings of {@link SolveCase#NORMAL}.
     */
    boolean suits(SolveCase instance) {
        return isRead() == (instance == SolveCase.DENSE) && (this != ANNEAL || instance != SolveCase.NORMAL);
    }

    /** The number of seeds, at most 20; fewer if a search takes long. */
    int seeds(SolveCase instance) {
        return this == REFERENCE ? 1 : instance == SolveCase.G55 ? 5 : 20;
    }

    @Override
    public String toString() {
        return title;
    }
}
