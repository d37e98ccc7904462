import type { Payload } from 'payload'
import * as z from 'zod'
import { LOCALES } from '@/lib/config/constants'
import type { Image, PublicFile } from '@/lib/contract/block-fields'
import type {
  Category as CategoryDto,
  MenuItem,
  PageMeta,
  PageStatus,
  Settings as SettingsDto,
} from '@/lib/contract/content'
import type { Language } from '@/lib/contract/primitives'
import type { Category, Media, Menu, Page, Setting } from '@/lib/server/payload/payload-types'
import { isMailAddress, safeHref } from '@/lib/server/platform/href'

/** `draft`: the latest draft instead of the published version. */
export interface Reading {
  lang: Language
  draft: boolean
}

const text = z.string().nullish()
/** A text as Payload answers it with `locale: 'all'`. */
const inAll = z.object({ uk: text, en: text, ru: text }).partial().nullish().catch(null)

function translatedIn(texts: unknown): Partial<Record<Language, string>> {
  const read = inAll.parse(texts) ?? {}
  return Object.fromEntries(LOCALES.flatMap((language) => (read[language]?.trim() ? [[language, read[language]]] : [])))
}

/** The languages of a document are those of its title. */
export function languagesOf(title: unknown): Language[] {
  const translated = translatedIn(title)
  return LOCALES.filter((language) => language in translated)
}

/** The language to show: the requested one if it has a text, else Ukrainian, else any; null without a text. */
export function shownLanguage(languages: readonly Language[], requested: Language): Language | null {
  return languages.find((language) => language === requested) ?? languages[0] ?? null
}

/** A text in a language, else in Ukrainian, else in any. */
export function textIn(texts: unknown, language: Language): string {
  if (typeof texts === 'string') return texts
  const translated = translatedIn(texts)
  return translated[language] ?? translated.uk ?? Object.values(translated)[0] ?? ''
}

// Payload's documents in the contract's form: a missing text or list is empty.

export function categoryOf(category: Category): CategoryDto {
  return {
    id: category.id,
    key: category.key,
    slug: category.slug,
    name: category.name,
    unit: category.unit_label,
    price_unit: category.price_unit_label,
  }
}

export type EditedLink = { name?: string | null; url?: string | null }

/** Leaves out links without a name or an allowed address. */
export function linksOf(links: readonly EditedLink[] | null | undefined): { name: string; url: string }[] {
  return (links ?? []).flatMap(({ name, url }) => {
    const address = linkAddress(url)
    return name && address ? [{ name, url: address }] : []
  })
}

/** The address, validated again when it is read; empty if it is not allowed. By the specification a plain mail address is a link. */
export function linkAddress(url: string | null | undefined): string {
  return url && isMailAddress(url) ? url : (safeHref(url) ?? '')
}

export function menuItemsOf(menu: Pick<Menu, 'items'>): MenuItem[] {
  return (menu.items ?? []).flatMap((item) =>
    linksOf([item]).map((link) => ({ ...link, children: linksOf(item.children) })),
  )
}

export function settingsOf(
  settings: Setting,
  lang: Language,
  mainMenu: MenuItem[],
  footerMenu: MenuItem[],
): SettingsDto {
  return {
    company_name: settings.company_name ?? '',
    links: linksOf(settings.links),
    contacts: (settings.contacts ?? []).map((contact) => ({
      label: contact.label ?? '',
      is_main: contact.is_main ?? false,
      socials: linksOf(contact.socials),
      phones: (contact.phones ?? []).map((phone) => ({ label: phone.label ?? '', number: phone.number })),
    })),
    main_menu: mainMenu,
    footer_menu: footerMenu,
    support_email: settings.support_email ?? '',
    copyright: settings.copyright ?? '',
    working_hours: settings.working_hours ?? '',
    logo: imageOf(settings.logo, lang),
    favicon: imageAddress(settings.favicon),
    meta: metaOf(settings.meta),
  }
}

export type MediaValue = Media | number | null | undefined

export function mediaAddress(filename: string): string {
  return `/storage/media/${filename}`
}

/** A picture with its narrower copies; null for other files and missing ones. */
export function imageOf(media: MediaValue, language: Language): Image | null {
  if (typeof media !== 'object' || media === null) return null
  const { filename, width, height, mimeType } = media
  if (!filename || !width || !height || !mimeType?.startsWith('image/')) return null
  const sizes = Object.values(media.sizes ?? {}).flatMap((size) =>
    size.filename && size.width ? [{ url: mediaAddress(size.filename), width: Math.round(size.width) }] : [],
  )
  return {
    url: mediaAddress(filename),
    alt: textIn(media.alt, language),
    width: Math.round(width),
    height: Math.round(height),
    sizes: sizes.sort((a, b) => a.width - b.width),
  }
}

export function fileOf(media: MediaValue, name: string): PublicFile | null {
  if (typeof media !== 'object' || media === null || !media.filename) return null
  return {
    name,
    url: mediaAddress(media.filename),
    media_type: media.mimeType ?? 'application/octet-stream',
    bytes: media.filesize ?? 0,
  }
}

/** A picture's address; empty if there is none. */
function imageAddress(media: MediaValue): string {
  return typeof media === 'object' && media?.filename ? mediaAddress(media.filename) : ''
}

/** Texts for search engines; empty if the site has defaults. */
export function metaOf(meta: Page['meta']): PageMeta {
  const og = meta?.og
  return {
    title: meta?.title ?? '',
    description: meta?.description ?? '',
    favicon: imageAddress(meta?.favicon),
    og: {
      title: og?.title ?? '',
      description: og?.description ?? '',
      image: imageAddress(og?.image),
      url: og?.url ?? '',
      type: og?.type ?? '',
      locale: og?.locale ?? '',
      site_name: og?.site_name ?? '',
    },
    schema: jsonOf(meta?.schema),
    micro_marking: (meta?.micro_marking ?? [])
      .map(({ snippet }) => jsonOf(snippet))
      .filter((snippet) => snippet !== ''),
  }
}

/** JSON without an editor's white space; empty if it cannot be parsed. */
function jsonOf(text: string | null | undefined): string {
  if (!text?.trim()) return ''
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return ''
  }
}

/** Whether visitors see this version, another one or none. Only a preview reads drafts. */
export async function statusOf(
  payload: Payload,
  collection: 'pages' | 'auction-pages' | 'news',
  { id, _status }: { id: number; _status?: 'draft' | 'published' | null },
): Promise<PageStatus> {
  if (_status !== 'draft') return 'published'
  const { totalDocs } = await payload.count({
    collection,
    where: { and: [{ id: { equals: id } }, { _status: { equals: 'published' } }] },
  })
  return totalDocs > 0 ? 'changed' : 'draft'
}
