import { describe, expect, it, jest } from '@jest/globals'
import { screen } from '@testing-library/react'
import { api } from '@/lib/api/browser'
import type { ManagedApplication } from '@/lib/contract/manager-auctions'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { renderOffice } from '@/tests/support/render-office'
import { ApplicationsPanel } from './applications-panel'

const other = `${'Довідка_'.repeat(10)}.pdf`
const application = {
  ...{ id: 4, auction_id: 7, status: 'confirmed', participant: 1, price: null, quantity: null, reason: null },
  ...{ received_at: '2026-11-24T08:10:00.000Z', missing_documents: [] },
  company: {
    id: 3,
    company_short_name: 'Buyer',
    edrpou: '37027819',
    surname: 'S',
    name: 'N',
    phone: '',
    status: 'active',
  },
  documents: [
    { id: 5, kind: 'charter', name: 'scan0001.pdf', url: '/storage/files/5' },
    { id: 6, kind: 'other', name: other, url: '/storage/files/6' },
  ],
} as unknown as ManagedApplication

describe('the documents of an application', () => {
  it('are named by their kind, others by their file', async () => {
    jest.spyOn(api.manager, 'applications').mockResolvedValue({ data: { list: [application], next_cursor: null } })
    renderOffice(<ApplicationsPanel auction={aLiveAuction()} />)
    // The texts of Payload are empty here.
    const named = (await screen.findAllByRole('link')).map((link) => [link.textContent, link.title])
    expect(named).toEqual([
      ['Buyer', ''],
      ['', 'scan0001.pdf'],
      [other, other],
    ])
  })
})
