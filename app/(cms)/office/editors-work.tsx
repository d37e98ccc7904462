import type { Payload, TypedUser } from 'payload'
import { portalTranslations } from '@/lib/server/cms/translations/say'
import type { Words } from '@/lib/server/cms/words'
import { Tile } from './dashboard'
import { Office } from './kit'

const DRAFTED = ['pages', 'auction-pages', 'news'] as const

type Props = { payload: Payload; user: TypedUser; language: 'uk' | 'en' | 'ru' }

/** What waits for an editor: drafts that nobody sees yet, and what publishes itself later. */
export async function EditorsWork({ payload, user, language }: Props) {
  const words = portalTranslations[language].office
  const [drafts, scheduled] = await Promise.all([
    Promise.all(DRAFTED.map((collection) => countDrafts(payload, user, collection))),
    payload.count({
      collection: 'payload-jobs',
      where: { and: [{ taskSlug: { equals: 'schedulePublish' } }, { completedAt: { exists: false } }] },
    }),
  ])
  return (
    <Office>
      <section className="grid gap-5" aria-labelledby="office-editors">
        <h2 id="office-editors" className="text-h2">
          {words.editorsWork}
        </h2>
        <ul className="grid grid-cols-2 gap-3 md:grid-cols-[repeat(auto-fill,minmax(190px,1fr))]">
          {DRAFTED.map((collection, index) => (
            <li key={collection}>
              <Tile
                title={`${words.drafts}: ${namesOf(payload, collection, language).toLowerCase()}`}
                count={drafts[index] ?? 0}
                href={`/admin/collections/${collection}?where[_status][equals]=draft`}
              />
            </li>
          ))}
          <li>
            <Tile title={words.scheduled} count={scheduled.totalDocs} />
          </li>
        </ul>
      </section>
    </Office>
  )
}

function namesOf(payload: Payload, collection: (typeof DRAFTED)[number], language: Props['language']): string {
  const plural = payload.collections[collection].config.labels.plural as Words
  return plural[language]
}

/** Documents whose newest version is a draft, published before or not. */
async function countDrafts(payload: Payload, user: TypedUser, collection: (typeof DRAFTED)[number]): Promise<number> {
  const { totalDocs } = await payload.countVersions({
    collection,
    where: { and: [{ latest: { equals: true } }, { 'version._status': { equals: 'draft' } }] },
    user,
    overrideAccess: false,
  })
  return totalDocs
}
