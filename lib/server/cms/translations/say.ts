import type { PayloadRequest } from 'payload';
import { en } from '@/lib/server/cms/translations/en';
import { ru } from '@/lib/server/cms/translations/ru';
import type { PortalTextKey, PortalTexts } from '@/lib/server/cms/translations/texts';
import { uk } from '@/lib/server/cms/translations/uk';

const TEXTS: Record<'uk' | 'en' | 'ru', PortalTexts> = { uk, en, ru };

/** The same texts for Payload's i18n, where client components read them as `portal:key`. */
export const portalTranslations = { uk: { portal: uk }, en: { portal: en }, ru: { portal: ru } };

/** A text of the back office in the language of the request (Ukrainian where it has none). */
export function say(
  req: Pick<PayloadRequest, 'i18n'>,
  key: PortalTextKey,
  facts: Record<string, string | number> = {},
): string {
  const language = req.i18n.language;
  const texts = language === 'en' || language === 'ru' ? TEXTS[language] : TEXTS.uk;
  return texts[key].replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(facts[name] ?? whole));
}
