import { createSigner } from './signatures'

/** Makes the secret of a mailed link from its record's id, so that it never rests anywhere in the clear. */
export interface LinkTokens {
  /** 43 characters of base64url; the same id gives the same token on every server that has the key. */
  tokenOf(id: string): string
}

/** `key`: 32 bytes, kept outside of the database. */
export function createLinkTokens(key: Buffer): LinkTokens {
  const { sign } = createSigner([key])
  return { tokenOf: sign }
}
