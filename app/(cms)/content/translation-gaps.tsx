import type { CollectionSlug, DefaultServerCellComponentProps, Payload, UIFieldServerProps } from 'payload'
import { LANGUAGES, readGaps } from '@/lib/server/cms/drafts'
import { say } from '@/lib/server/cms/translations'
import './translation-gaps.css'

const NAMES = { uk: 'Українська', en: 'English', ru: 'Русский' } as const

/** Beside the form: which languages lack words. */
export async function TranslationGapsField({ id, collectionSlug, payload, i18n }: UIFieldServerProps) {
  if (typeof id !== 'number' || !collectionSlug) return null
  return (
    <div className="field-type translation-gaps">
      <p className="translation-gaps__label">{say({ i18n }, 'translations')}</p>
      <Gaps id={id} collection={collectionSlug as CollectionSlug} payload={payload} i18n={i18n} whole />
    </div>
  )
}

/** The same in a list, by the languages' letters. */
export function TranslationGapsCell({ rowData, collectionSlug, payload, i18n }: DefaultServerCellComponentProps) {
  const id: unknown = rowData?.id
  if (typeof id !== 'number') return null
  return <Gaps id={id} collection={collectionSlug} payload={payload} i18n={i18n} />
}

type GapsProps = {
  id: number
  collection: CollectionSlug
  payload: Payload
  i18n: { language: string }
  whole?: boolean
}

async function Gaps({ id, collection, payload, i18n, whole = false }: GapsProps) {
  const gaps = await readGaps(payload, collection, id)
  return (
    <ul className={whole ? 'translation-gaps__list' : 'translation-gaps__list translation-gaps__list--short'}>
      {LANGUAGES.map((language) => {
        const words =
          gaps[language] === 0 ? say({ i18n }, 'translated') : say({ i18n }, 'textsLacking', { count: gaps[language] })
        return (
          <li
            key={language}
            className={gaps[language] === 0 ? 'translation-gaps__whole' : 'translation-gaps__gap'}
            title={`${NAMES[language]}: ${words}`}
          >
            {whole ? `${NAMES[language]}: ${words}` : `${language}${gaps[language] === 0 ? '' : ` −${gaps[language]}`}`}
          </li>
        )
      })}
    </ul>
  )
}
