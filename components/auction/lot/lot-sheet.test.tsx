import { describe, expect, it } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { LOCALES } from '@/lib/config/constants'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { messagesOf, renderIn } from '@/tests/support/render-in'
import { LotSheet } from './lot-sheet'

describe('the terms of a lot', () => {
  it.each(LOCALES)('include a notice if some of them are not translated, in %s', (locale) => {
    const notice = messagesOf(locale).Auction.sheet.untranslated
    renderIn(locale, <LotSheet auction={aLiveAuction({ untranslated: true })} />)
    expect(screen.getByText(notice)).toBeInTheDocument()
    cleanup()
    renderIn(locale, <LotSheet auction={aLiveAuction({ untranslated: false })} />)
    expect(screen.queryByText(notice)).toBeNull()
  })

  it('mark only the Ukrainian texts as Ukrainian', () => {
    renderIn(
      'en',
      <LotSheet auction={aLiveAuction({ untranslated: true, ukrainian_texts: ['resource'], resource: 'Власне' })} />,
    )
    expect(screen.getByText('Власне')).toHaveAttribute('lang', 'uk')
    expect(screen.getByText('100 % prepayment').closest('[lang]')).toBeNull()
  })
})
