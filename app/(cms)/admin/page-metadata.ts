import config from '@payload-config'
import { getNextRequestI18n } from '@payloadcms/next/utilities'
import { generatePageMetadata } from '@payloadcms/next/views'
import type { Metadata } from 'next'
import { isSection } from '@/app/(cms)/views'
import type { Locale } from '@/lib/config/constants'
import { numberSign } from '@/lib/i18n/formats'
import { localeOrDefault } from '@/lib/i18n/locales'
import { portalTranslations } from '@/lib/server/cms/translations'

export interface AdminPageProps {
  params: Promise<{ segments: string[] }>
  searchParams: Promise<Record<string, string | string[]>>
}

/** The tab's title in the reader's language: Payload titles custom views with its product name. */
export async function adminMetadata({ params, searchParams }: AdminPageProps): Promise<Metadata> {
  const [metadata, { segments }, i18n] = await Promise.all([
    generatePageMetadata({ config, params, searchParams }),
    params,
    getNextRequestI18n({ config: await config }),
  ])
  const language = localeOrDefault(i18n.language)
  const { portal } = portalTranslations[language]
  const title = ownTitle(segments ?? [], language) ?? (typeof metadata.title === 'string' ? metadata.title.trim() : '')
  return {
    ...metadata,
    title: title === '' ? portal.officeName : `${title.replace(' - ', ': ')} · ${portal.officeName}`,
  }
}

function ownTitle([view, section, number]: readonly string[], language: Locale): string | null {
  const { office } = portalTranslations[language]
  if (view !== 'office') return null
  if (section === 'lots') return number === 'new' ? office.newLot : office.auction_draft
  if (!isSection(section)) return null
  return number === undefined ? office[section] : `${numberSign(number, language)} · ${office[section]}`
}
