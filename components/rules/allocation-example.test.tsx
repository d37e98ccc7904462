import { describe, expect, it } from '@jest/globals'
import { fireEvent, screen, within } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { AllocationExample } from '@/components/rules/allocation-example'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { inLocale, renderIn } from '@/tests/support/render-in'

const { category } = aLiveAuction()
const example = <AllocationExample category={category} />

/** Each participant's rank, name and outcome. */
const shares = () =>
  within(screen.getByRole('list', { name: 'Allocation by price' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent.replaceAll(/\s/g, ' '))

const setPrice = (name: string, kopecks: number) =>
  fireEvent.change(screen.getByRole('slider', { name: `Price of participant ${name}, UAH/t` }), {
    target: { value: String(kopecks) },
  })

describe('the allocation that can be tried', () => {
  it('begins as the worked example of the rules, also without scripts', () => {
    renderIn('en', example)
    expect(shares()).toEqual(['1A300 t', '2B150 t', '3Cpassed over: 50 t left', '4D50 t'])
    expect(screen.getByRole('status').textContent).toMatch(/^500.t sold to 3 winners, average price 15.140\.00\.$/)
    expect(renderToStaticMarkup(inLocale('en', example))).toContain('passed over')
  })

  it('allocates again when a price is moved', () => {
    renderIn('en', example)
    setPrice('C', 15_250 * 100)
    expect(shares()).toEqual(['2A300 t', '3Bnothing left', '1C200 t', '4Dnothing left'])
    expect(screen.getByRole('slider', { name: /participant C/ })).toHaveAttribute(
      'aria-valuetext',
      expect.stringMatching(/^15.250\.00$/),
    )
  })

  it('ranks an equal price that was moved later below the earlier one', () => {
    renderIn('en', example)
    setPrice('B', 15_200 * 100)
    expect(shares().map((text) => text.slice(0, 2))).toEqual(['1A', '2B', '3C', '4D'])
    setPrice('A', 15_100 * 100)
    setPrice('A', 15_200 * 100)
    expect(shares().map((text) => text.slice(0, 2))).toEqual(['2A', '1B', '3C', '4D'])
  })
})
