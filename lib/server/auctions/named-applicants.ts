import type { Queryable } from '@/lib/server/platform/db/pool'

/** Words that many companies' names have in common. */
const LEGAL_FORMS = new Set(
  (
    'тов тзов пп прат пат ат дп кп фоп ооо зао оао ао чп товариство приватне публічне акціонерне підприємство дочірнє державне ' +
    'з обмеженою додатковою відповідальністю общество с ограниченной ответственностью llc ltd limited inc jsc'
  ).split(' '),
)

/** Characters. Shorter names would match ordinary words. */
const SHORTEST_NAME = 4

/**
 * Whether a text that will be public names one of an auction's applicants: by its name, codes, mailbox or people (R8.3).
 * It does not find paraphrases.
 */
export async function namesApplicant(db: Queryable, auctionId: number, text: string): Promise<boolean> {
  const { rows } = await db.query<{ names: (string | null)[] }>(
    `select array[company_name, company_short_name, edrpou, eic, iban]
       || array(select unnest(array[person.email, person.surname]) from portal.people person where person.account_id = company.id) as names
     from cms.companies company where id in (select account_id from portal.applications where auction_id = $1)`,
    [auctionId],
  )
  return names(
    rows.flatMap((row) => row.names),
    text,
  )
}

export function names(candidates: readonly (string | null)[], text: string): boolean {
  const searched = ` ${wordsOf(text).join(' ')} `
  return candidates.some((candidate) => {
    const own = wordsOf(candidate ?? '')
      .filter((word) => !LEGAL_FORMS.has(word))
      .join(' ')
    return own.length >= SHORTEST_NAME && searched.includes(` ${own} `)
  })
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
