package dev.prodigy.lang.expr.scope;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// The names that a misspelt one may have meant (spec 01 §14): case ignored, `-` like `_`, and at most a third of
/// its characters (one at least) inserted, deleted, replaced or swapped with their neighbour.
public final class NearNames {
    private static final int MOST_SUGGESTIONS = 3;
    private static final int MOST_CANDIDATES = 1_000;
    private static final int LONGEST = 80;

    private record Candidate(String name, int distance) {}

    private NearNames() {}

    /// @return at most three names, nearest first; the name itself is not among them
    public static List<String> of(String name, Iterable<String> candidates) {
        if (name.length() > LONGEST) {
            return List.of();
        }
        String wanted = folded(name);
        int bound = Math.max(1, name.length() / 3);
        var near = new ArrayList<Candidate>();
        int seen = 0;
        for (String candidate : candidates) {
            if (++seen > MOST_CANDIDATES) {
                break;
            }
            if (Math.abs(candidate.length() - name.length()) <= bound && !candidate.equals(name)) {
                int distance = distance(wanted, folded(candidate));
                if (distance <= bound) {
                    near.add(new Candidate(candidate, distance));
                }
            }
        }
        near.sort(Comparator.comparingInt(Candidate::distance)
                .thenComparingInt(candidate -> distance(name, candidate.name()))
                .thenComparing(Candidate::name));
        return near.stream().limit(MOST_SUGGESTIONS).map(Candidate::name).toList();
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT).replace('-', '_');
    }

    /// The optimal string alignment distance.
    private static int distance(String one, String other) {
        int[][] costs = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                costs[i][j] = i == 0 || j == 0 ? i + j : cost(costs, one, other, i, j);
            }
        }
        return costs[one.length()][other.length()];
    }

    private static int cost(int[][] costs, String one, String other, int i, int j) {
        int replaced = costs[i - 1][j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        int least = Math.min(replaced, Math.min(costs[i - 1][j], costs[i][j - 1]) + 1);
        boolean swapped =
                i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1);
        return swapped ? Math.min(least, costs[i - 2][j - 2] + 1) : least;
    }
}
