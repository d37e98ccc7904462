import type { Language } from '@/lib/contract/primitives'
import { answerTexts, type LotAnswer } from '@/lib/contract/questions'
import type { Queryable } from '@/lib/server/platform/db/pool'

interface AnswerRow {
  number: number
  at: Date
  body: string
}

/** Published questions with their answers, from the log: in a language, or in the original if that is missing (R12.1). */
export async function readAnswers(db: Queryable, auctionId: number, lang: Language): Promise<LotAnswer[]> {
  const { rows } = await db.query<AnswerRow>({
    name: 'auctions-answers',
    text: `select (body::json ->> 'number')::integer as number, at, body from portal.auction_log
      where auction_id = $1 and kind = 'question_answered' order by seq`,
    values: [auctionId],
  })
  return rows.map((row) => answerOf(row, lang))
}

function answerOf({ number, at, body }: AnswerRow, lang: Language): LotAnswer {
  const entry = JSON.parse(body) as { asked_at: string | null; language: Language; texts: unknown }
  const texts = answerTexts.parse(entry.texts)
  const language = texts[lang] === undefined ? entry.language : lang
  const text = texts[language]
  if (text === undefined) throw new Error(`Answer ${number} lacks its own language`)
  return { number, asked_at: entry.asked_at, answered_at: at.toISOString(), language, ...text }
}
