import { afterEach, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { mockApi } from '@/tests/support/mock-api'
import { renderOffice } from '@/tests/support/render-office'
import { CompanyForm } from './company-form'

const server = mockApi()

const COMPANY = {
  id: 5,
  updatedAt: 'first',
  company_name: 'Trader LLC',
  company_short_name: 'Trader',
  auction_kind: 'all',
  edrpou: '37027819',
  eic: '21X000000001397P',
  iban: 'UA883006140000026006500211904',
  bank: null,
}

afterEach(() => sessionStorage.clear())

it('a company’s details are changed by the staff, except what belongs to its owner', async () => {
  const sent: unknown[] = []
  server.use(
    http.get('*/cms-api/companies/5', () => HttpResponse.json(COMPANY)),
    http.patch('*/cms-api/companies/5', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ doc: { id: 5 } })
    }),
  )
  renderOffice(<CompanyForm id={5} />)
  expect(await screen.findByLabelText('EDRPOU')).toHaveValue('37027819')
  for (const name of ['Email', 'Phone', 'Email language']) expect(screen.queryByLabelText(name)).toBeNull()
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Bank'), 'Oshchadbank')
  await user.selectOptions(screen.getByLabelText('Auction type'), 'Natural gas')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const changes = { bank: 'Oshchadbank', auction_kind: 'natural_gas', updatedAt: 'first' }
  await waitFor(() => expect(sent).toEqual([changes]))
})

it('a company’s wrong code is refused at its field', async () => {
  const errors = [{ data: { errors: [{ path: 'iban', message: 'The IBAN is wrong' }] } }]
  server.use(
    http.get('*/cms-api/companies/5', () => HttpResponse.json(COMPANY)),
    http.patch('*/cms-api/companies/5', () => HttpResponse.json({ errors }, { status: 400 })),
  )
  renderOffice(<CompanyForm id={5} />)
  const field = await screen.findByLabelText('IBAN')
  const user = userEvent.setup()
  await user.type(field, '9')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(field).toHaveAccessibleDescription('The IBAN is wrong'))
  expect(field).toHaveValue(`${COMPANY.iban}9`)
})
