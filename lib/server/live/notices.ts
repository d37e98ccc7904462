import * as z from 'zod'

/** Payloads of the channels that the hub listens to; null for one that it cannot read. */

const accountNotice = z.object({ account_id: z.int() })
const chatNotice = z.object({ auction_id: z.int(), account_id: z.int(), id: z.int() })

export type ChatNotice = z.infer<typeof chatNotice>

/** `portal_auction`: auction id, a colon, the number of its newest log entry. */
export function readAuctionNotice(payload: string): { auctionId: number; seq: number } | null {
  const [, auctionId, seq] = /^(\d{1,10}):(\d{1,15})$/.exec(payload) ?? []
  return auctionId === undefined ? null : { auctionId: Number(auctionId), seq: Number(seq) }
}

export function readAccountNotice(payload: string): number | null {
  return parsed(accountNotice, payload)?.account_id ?? null
}

export function readChatNotice(payload: string): ChatNotice | null {
  return parsed(chatNotice, payload)
}

function parsed<T>(schema: z.ZodType<T>, payload: string): T | null {
  try {
    return schema.safeParse(JSON.parse(payload)).data ?? null
  } catch {
    return null
  }
}
