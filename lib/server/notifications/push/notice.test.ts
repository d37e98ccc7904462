import { describe, expect, it } from '@jest/globals'
import { tagOf } from './push-jobs'
import { noticeOf } from './push-service'

describe('a notice', () => {
  it.each(['outbid', 'auction_resumed'] as const)('replaces an older one of the same auction: %s', (kind) => {
    const [older, newer] = [1, 2].map((outboxId) => tagOf({ kind, outboxId, payload: { auction_id: 7 } }))
    expect(newer).toBe(older)
  })

  it.each(['chat_message', 'question_answered', 'question_rejected'] as const)(
    'does not replace one about another message or question: %s',
    (kind) => {
      const [older, newer] = [1, 2].map((outboxId) => tagOf({ kind, outboxId, payload: { auction_id: 7 } }))
      expect(newer).not.toBe(older)
    },
  )

  it('ends with a full stop where the email quotes a message', () => {
    const texts = {
      subject: 'Reply',
      heading: '',
      paragraphs: ['The administrator has replied:'],
      action: '',
      note: '',
    }
    const about = {
      tag: 'chat_message-1',
      lang: 'en',
      publicUrl: 'https://portal.example',
    }
    expect(noticeOf({ texts, quote: 'At 8 a.m.' }, about).body).toBe('The administrator has replied.')
  })
})
