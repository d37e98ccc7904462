/** How many streams each address has open, so that one address cannot take them all. */
export class Addresses {
  private readonly open = new Map<string, number>()

  constructor(private readonly bound: number) {}

  /** Counts one more stream of the address; false where it has as many as it may. */
  enter(address: string): boolean {
    const count = this.open.get(address) ?? 0
    if (count >= this.bound) return false
    this.open.set(address, count + 1)
    return true
  }

  leave(address: string): void {
    const count = (this.open.get(address) ?? 0) - 1
    if (count > 0) this.open.set(address, count)
    else this.open.delete(address)
  }
}
