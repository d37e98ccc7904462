import { Button, Gutter } from '@payloadcms/ui'
import type { CollectionSlug, Payload, ServerProps } from 'payload'
import type { ReactNode } from 'react'
import { fieldAddress } from '@/app/(cms)/content/field-address'
import { LANGUAGE_NAMES, type Locale, LOCALES } from '@/lib/config/constants'
import { formatDateTime } from '@/lib/i18n/formats'
import { localeOrDefault } from '@/lib/i18n/locales'
import { readDesk } from '@/lib/server/cms/editor-desk'
import { labelIn } from '@/lib/server/cms/fields/places'
import type { Gaps } from '@/lib/server/cms/translation-gaps'
import { type PortalTextKey, translate } from '@/lib/server/cms/translations'

const MAX_SHOWN = 20

/** The editor's open tasks. Replaces Payload's dashboard, which repeats the menu. */
export async function StartPage({ user, payload, i18n }: ServerProps) {
  if (!user) return null
  const language = localeOrDefault(i18n.language)
  const t: Translate = (key, values) => translate({ i18n }, key, values)
  const { drafts, incomplete, waiting, failed } = await readDesk({ payload, user, language })
  const isDone = [drafts, incomplete, waiting, failed].every(({ length }) => length === 0)
  const kindOf = (collection: CollectionSlug) => kindIn(payload, collection, language)

  return (
    <Gutter className="start-page">
      <main>
        <header className="start-page__head">
          <h1>{t('siteContent')}</h1>
          <div className="start-page__actions">
            <NewLink collection="pages">{t('newPage')}</NewLink>
            <NewLink collection="news">{t('newNewsItem')}</NewLink>
          </div>
        </header>
        {isDone && <p className="start-page__done">{t('allPublished')}</p>}
        <Tasks title={t('scheduledFailed')} hint={t('scheduledFailedHint')} count={failed.length} t={t}>
          {failed.map(({ collection, id, title }) => (
            <Task key={`${collection}:${id}`} collection={collection} id={id} title={title || t('untitled')}>
              <span>{kindOf(collection)}</span>
            </Task>
          ))}
        </Tasks>
        <Tasks title={t('drafts')} count={drafts.length} t={t}>
          {drafts.slice(0, MAX_SHOWN).map(({ collection, id, title, gaps, changedAt, changedBy }) => (
            <Task key={`${collection}:${id}`} collection={collection} id={id} title={title || t('untitled')}>
              <span>{kindOf(collection)}</span>
              <GapLinks collection={collection} id={id} gaps={gaps} t={t} />
              <span>{[changedBy, formatDateTime(changedAt, language)].filter(Boolean).join(', ')}</span>
            </Task>
          ))}
        </Tasks>
        <Tasks title={t('scheduled')} count={waiting.length} t={t}>
          {waiting.slice(0, MAX_SHOWN).map(({ collection, id, title, type, at }) => (
            <Task key={`${collection}:${id}:${at}`} collection={collection} id={id} title={title || t('untitled')}>
              <span>{kindOf(collection)}</span>
              <span>
                {t(type === 'publish' ? 'publishesAt' : 'unpublishesAt', { at: formatDateTime(at, language) })}
              </span>
            </Task>
          ))}
        </Tasks>
        <Tasks title={t('lacksLanguage')} hint={t('lacksLanguageHint')} count={incomplete.length} t={t}>
          {incomplete.slice(0, MAX_SHOWN).map(({ collection, id, title, gaps }) => (
            <Task key={`${collection}:${id}`} collection={collection} id={id} title={title || t('untitled')}>
              <span>{kindOf(collection)}</span>
              <GapLinks collection={collection} id={id} gaps={gaps} t={t} />
            </Task>
          ))}
        </Tasks>
      </main>
    </Gutter>
  )
}

type Translate = (key: PortalTextKey, values?: Record<string, string | number>) => string

function formOf(collection: CollectionSlug, id: number): string {
  return `/admin/collections/${collection}/${id}`
}

function kindIn(payload: Payload, collection: CollectionSlug, language: Locale): string {
  return labelIn(payload.collections[collection].config.labels.singular, language) ?? collection
}

function NewLink({ collection, children }: { collection: CollectionSlug; children: ReactNode }) {
  const form = `/admin/collections/${collection}/create`
  return (
    <Button el="link" to={form} url={form} buttonStyle="secondary" size="medium" margin={false}>
      {children}
    </Button>
  )
}

/** Nothing without a task. */
function Tasks({
  title,
  hint,
  count,
  t,
  children,
}: {
  title: string
  hint?: string
  count: number
  t: Translate
  children: ReactNode
}) {
  if (count === 0) return null
  return (
    <section className="start-page__tasks">
      <h2>
        {title} <span className="start-page__count">{count}</span>
      </h2>
      {hint && <p>{hint}</p>}
      <ul>{children}</ul>
      {count > MAX_SHOWN && <p>{t('andMore', { count: count - MAX_SHOWN })}</p>}
    </section>
  )
}

function Task({
  collection,
  id,
  title,
  children,
}: {
  collection: CollectionSlug
  id: number
  title: string
  children: ReactNode
}) {
  return (
    <li className="start-page__task">
      <a href={formOf(collection, id)}>{title}</a>
      {children}
    </li>
  )
}

/** For each language that lacks texts, a link to the first. */
function GapLinks({ collection, id, gaps, t }: { collection: CollectionSlug; id: number; gaps: Gaps; t: Translate }) {
  return (
    <span className="gap-links">
      {LOCALES.map((locale) => {
        const [first] = gaps[locale]
        if (first === undefined) return null
        const name = `${LANGUAGE_NAMES[locale]}: ${t('textsLacking', { count: gaps[locale].length })}`
        return (
          <a
            key={locale}
            href={fieldAddress(formOf(collection, id), locale, first.path)}
            aria-label={name}
            title={`${name}. ${first.name}`}
          >
            {locale} −{gaps[locale].length}
          </a>
        )
      })}
    </span>
  )
}
