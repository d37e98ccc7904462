import config from '@payload-config'
import { getNextRequestI18n } from '@payloadcms/next/utilities'
import { generatePageMetadata } from '@payloadcms/next/views'
import type { Metadata } from 'next'
import { localeOrDefault } from '@/lib/i18n/locales'
import { portalTranslations } from '@/lib/server/cms/translations'

export interface AdminPageProps {
  params: Promise<{ segments: string[] }>
  searchParams: Promise<Record<string, string | string[]>>
}

/** The tab's title in the reader's language: Payload titles custom views with its product name. */
export async function adminMetadata({ params, searchParams }: AdminPageProps): Promise<Metadata> {
  const [metadata, i18n] = await Promise.all([
    generatePageMetadata({ config, params, searchParams }),
    getNextRequestI18n({ config: await config }),
  ])
  const language = localeOrDefault(i18n.language)
  const { portal } = portalTranslations[language]
  const title = typeof metadata.title === 'string' ? metadata.title.trim() : ''
  return {
    ...metadata,
    title: title === '' ? portal.officeName : `${title.replace(' - ', ': ')} · ${portal.officeName}`,
  }
}
