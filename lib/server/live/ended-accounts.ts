const rememberMs = 60_000

/**
 * Accounts whose sessions or status changed a moment ago. A stream that was being opened meanwhile was admitted by what
 * held before; it is ended as the open ones were.
 */
export class EndedAccounts {
  private readonly at = new Map<number, number>()

  constructor(private readonly monotonic: () => number = () => performance.now()) {}

  add(accountId: number): void {
    const now = this.monotonic()
    for (const [known, at] of this.at) if (now - at > rememberMs) this.at.delete(known)
    this.at.set(accountId, now)
  }

  /** Whether the account was told of at `moment` or later. */
  since(accountId: number, moment: number): boolean {
    const at = this.at.get(accountId)
    return at !== undefined && at >= moment
  }
}
