import { createHash, randomBytes } from 'node:crypto'
import type { SealedNote } from '@/lib/domain/events'

/**
 * Seals a note for the public record: SHA-256 of `nonce|note`. The lack of a note is sealed too, so that the seal tells
 * nothing. Nonce and note together prove later what was noted, and when.
 */
export function sealNote(text: string | null, nonce = randomBytes(16).toString('hex')): SealedNote {
  return { text, nonce, seal: noteSealOf(`${nonce}|${text ?? ''}`) }
}

/** @param opened `nonce|note` */
export function noteSealOf(opened: string): string {
  return createHash('sha256').update(opened).digest('hex')
}
