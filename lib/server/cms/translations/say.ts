import { localeOrDefault } from '@/lib/i18n/route-names'
import { en as consoleEn } from '@/lib/server/cms/translations/console/en'
import { ru as consoleRu } from '@/lib/server/cms/translations/console/ru'
import { uk as consoleUk, type uk as auctionConsole } from '@/lib/server/cms/translations/console/uk'
import { en } from './en'
import { en as floorEn } from '@/lib/server/cms/translations/floor/en'
import { ru as floorRu } from '@/lib/server/cms/translations/floor/ru'
import { uk as floorUk, type uk as floor } from '@/lib/server/cms/translations/floor/uk'
import { en as officeEn } from '@/lib/server/cms/translations/office/en'
import { ru as officeRu } from '@/lib/server/cms/translations/office/ru'
import { uk as officeUk, type uk as office } from '@/lib/server/cms/translations/office/uk'
import { payloadWords } from './payload-words'
import { ru } from './ru'
import { uk } from './uk'

/** Ukrainian is the source; the other languages must have every one of its texts. */
export type PortalTexts = Record<keyof typeof uk, string>
export type PortalTextKey = keyof PortalTexts

export type ConsoleTexts = Record<keyof typeof auctionConsole, string>
export type ConsoleTextKey = keyof ConsoleTexts

export type OfficeTexts = Record<keyof typeof office, string>
export type FloorTexts = Record<keyof typeof floor, string>
/** Both stand under `office` in Payload's texts. */
export type OfficeTextKey = keyof OfficeTexts | keyof FloorTexts

const TEXTS: Record<'uk' | 'en' | 'ru', PortalTexts> = { uk, en, ru }

/** The texts for Payload's i18n, where the back office's components read them as `auctionConsole:key`. */
export const portalTranslations = {
  uk: { ...payloadWords.uk, portal: uk, auctionConsole: consoleUk, office: { ...officeUk, ...floorUk } },
  en: { ...payloadWords.en, portal: en, auctionConsole: consoleEn, office: { ...officeEn, ...floorEn } },
  ru: { ...payloadWords.ru, portal: ru, auctionConsole: consoleRu, office: { ...officeRu, ...floorRu } },
}

/** A text of the back office in the language of the request (Ukrainian where it has none). */
export function say(
  req: { i18n: { language: string } },
  key: PortalTextKey,
  events: Record<string, string | number> = {},
): string {
  const language = req.i18n.language
  const texts = TEXTS[localeOrDefault(language)]
  return texts[key].replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(events[name] ?? whole))
}
