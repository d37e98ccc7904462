import type { Letter } from '../letter'

export interface Transport {
  /**
   * Hands a letter over. Fulfilled once it is taken; `note` says who of several recipients was refused.
   *
   * @throws {Unreachable} where no letter could be handed over now, any other error where this one could not.
   */
  send(letter: Letter): Promise<{ note: string | null }>
  close(): void
}

/** The mail server itself is away, busy or refuses to talk: other letters need not be tried. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}
