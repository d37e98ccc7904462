import type { Language } from '@/lib/contract/primitives'
import { en } from './en'
import { ru } from './ru'
import { uk } from './uk'
import type { Words } from './words'

export const texts: Record<Language, Words> = { uk, en, ru }
