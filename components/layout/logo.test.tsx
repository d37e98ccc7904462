import { describe, expect, it } from '@jest/globals'
import { render, screen, within } from '@testing-library/react'
import { PathnameContext, SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { AccountHeader, Logo } from '@/components/layout/header-parts'
import { CabinetHeader } from './cabinet-header'
import { renderIn } from '@/tests/support/render-in'

const home = { company: 'Gas LLC', label: 'Gas LLC, home page', locale: 'en' } as const
const uploaded = { url: '/storage/media/a.png', alt: '', width: 900, height: 300, sizes: [] }

describe('the logo', () => {
  it('is the site’s mark with the name until the company uploads its own', () => {
    render(<Logo {...home} />)
    expect(screen.getByRole('link', { name: home.label })).toHaveTextContent('GasLLC')
    expect(document.querySelector('img')).toBeNull()
  })

  it('is the uploaded picture with its size, so that nothing moves when it loads', () => {
    const sizes = [{ url: '/storage/media/a-480.webp', width: 480 }]
    render(<Logo {...home} logo={{ ...uploaded, sizes }} />)
    const picture = document.querySelector('img')
    expect(picture).toHaveAttribute('src', '/storage/media/a-480.webp')
    expect(picture).toHaveAttribute('alt', 'Gas LLC')
    expect([picture?.getAttribute('width'), picture?.getAttribute('height')]).toEqual(['900', '300'])
    expect(screen.queryByText(/Gas/)).toBeNull()
  })

  it.each([
    ['the cabinet', CabinetHeader],
    ['the sign-in pages', AccountHeader],
  ] as const)('is the company’s own on %s too', (_where, Header) => {
    renderIn(
      'en',
      <PathnameContext value="/en/cabinet">
        <SearchParamsContext value={new URLSearchParams()}>
          <Header frame={{ company: 'Gas LLC', logo: uploaded }} locale="en" />
        </SearchParamsContext>
      </PathnameContext>,
    )
    expect(within(screen.getByRole('link', { name: home.label })).getByRole('img')).toHaveAttribute('src', uploaded.url)
  })
})
