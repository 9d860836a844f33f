package dev.prodigy.cli.run;

import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.engine.signature.ErrorCluster;
import java.util.List;

/// The closing summary of failed items: those that failed alike together, the largest group first (spec 02 §9.3).
final class FailedItemsReport {
    private static final int NAMED = 10;

    private final Invocation call;

    FailedItemsReport(Invocation call) {
        this.call = call;
    }

    /// Prints every group to stderr.
    void print(List<ErrorCluster> clusters) {
        var err = call.console().err();
        var style = call.errorStyle();
        for (var each : clusters) {
            var counted = each.count() == 1 ? "1 item" : each.count() + " items";
            err.println(style.bad(counted) + " failed with " + each.code() + " ("
                    + each.category().word() + "): " + Printable.line(each.sample()));
            err.println("  " + items(each));
            err.println(style.faint("  " + each.suggestedAction()));
        }
    }

    private static String items(ErrorCluster cluster) {
        var named = cluster.items().subList(0, Math.min(NAMED, cluster.items().size()));
        int more = cluster.count() - named.size();
        return String.join(", ", named) + (more > 0 ? " and " + more + " more" : "");
    }
}
