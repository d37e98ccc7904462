import pg from 'pg'

/**
 * A connection that asks one thing after another. Payload reads the parts of a document side by side, within a transaction on its one
 * connection; the driver queues them today, warns of it, and stops doing so with its next major version.
 */
export class OrderedClient extends pg.Client {
  private before: Promise<unknown> = Promise.resolve()

  // One signature for the driver's many: what comes in is handed on as it is.
  override query(...asked: never[]): never {
    const ask = () => super.query(...(asked as unknown as [string]))
    // With a callback only the pool asks, for one query on a connection of its own.
    if (typeof asked.at(-1) === 'function') return ask() as never
    const answer = this.before.then(ask)
    this.before = answer.catch(() => undefined)
    return answer as never
  }
}
