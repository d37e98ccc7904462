import type { Language } from '@/lib/contract/primitives'
import { en } from './en'
import type { ProtocolWords } from './protocol-words'
import { ru } from './ru'
import { uk } from './uk'

export { type PartyWords, partyWords } from './party-words'
export type { ProtocolWords } from './protocol-words'

export const protocolWords: Record<Language, ProtocolWords> = { uk, en, ru }
