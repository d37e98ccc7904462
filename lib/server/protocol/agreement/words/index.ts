import type { Language } from '@/lib/contract/primitives'
import type { AgreementWords } from './agreement-words'
import { en } from './en'
import { ru } from './ru'
import { uk } from './uk'

export const agreementWords: Record<Language, AgreementWords> = { uk, en, ru }
