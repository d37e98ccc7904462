import { localeOrDefault } from '@/lib/i18n/locales'
import { numberSign } from '@/lib/i18n/formats'
import config from '@payload-config'
import { getNextRequestI18n } from '@payloadcms/next/utilities'
import { generatePageMetadata } from '@payloadcms/next/views'
import type { Metadata } from 'next'
import { portalTranslations } from '@/lib/server/cms/translations'

export interface AdminPageProps {
  params: Promise<{ segments: string[] }>
  searchParams: Promise<Record<string, string | string[]>>
}

/** The tab's title in the reader's language: Payload calls every view of our own by its product's name. */
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

function ownTitle(segments: readonly string[], language: 'uk' | 'en' | 'ru'): string | null {
  const { office } = portalTranslations[language]
  const [view, section, number] = segments
  if (view !== 'office') return null
  switch (section) {
    case 'accounts':
    case 'letters':
    case 'deletion':
    case 'audit':
      return number === undefined ? office[section] : `${numberSign(number, language)} · ${office[section]}`
    default:
      return null
  }
}
