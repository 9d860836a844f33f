package dev.prodigy.runtime.journal;

/// A file of a run fails its checksum or order: nothing may be run on it (`journal_damaged`, exit 75, spec 05
/// §5.4).
public final class JournalDamaged extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Damage damage;

    /// @param damage the first place found
    public JournalDamaged(Damage damage) {
        super("the journal is damaged: " + damage.describe());
        this.damage = damage;
    }

    /// @return the first place found
    public Damage damage() {
        return damage;
    }
}
