import * as z from 'zod'
import { callCms } from '@/components/office/cms-client'
import type { Gaps } from '@/lib/server/cms/translation-gaps'

const gapShape = z.object({ path: z.string(), name: z.string(), required: z.boolean() })
const gapsAnswer = z.object({ uk: z.array(gapShape), en: z.array(gapShape), ru: z.array(gapShape) })

/** The gaps of a document's latest draft; null for one that is not stored yet. */
export async function readGapsOf(
  collection: string | undefined,
  id: string | number | undefined,
): Promise<Gaps | null> {
  if (id === undefined) return null
  return gapsAnswer.parse(await callCms(`/translation-gaps/${collection}/${id}`, 'GET'))
}
