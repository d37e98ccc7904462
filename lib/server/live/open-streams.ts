/** How many streams each address, or each account, has open, so that none can take them all. */
export class OpenStreams {
  private readonly open = new Map<string, number>()

  constructor(private readonly bound: number) {}

  /** Counts one more stream; false where there are as many as there may be. */
  enter(whose: string): boolean {
    const count = this.open.get(whose) ?? 0
    if (count >= this.bound) return false
    this.open.set(whose, count + 1)
    return true
  }

  leave(whose: string): void {
    const count = (this.open.get(whose) ?? 0) - 1
    if (count > 0) this.open.set(whose, count)
    else this.open.delete(whose)
  }
}
