import { describe, expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { Logo } from './logo'

const home = { company: 'Gas LLC', label: 'Gas LLC, home page', locale: 'en' } as const
const uploaded = { url: '/storage/media/a.png', alt: '', width: 900, height: 300, sizes: [] }

describe('the logo', () => {
  it('is the site’s mark with the name until the company uploads its own', () => {
    render(<Logo {...home} />)
    expect(screen.getByRole('link', { name: home.label })).toHaveTextContent('GasLLC')
    expect(document.querySelector('img')).toBeNull()
  })

  it('is the uploaded picture with its size, so that nothing moves when it has come', () => {
    const sizes = [{ url: '/storage/media/a-480.webp', width: 480 }]
    render(<Logo {...home} own={{ ...uploaded, sizes }} />)
    const picture = document.querySelector('img')
    expect(picture).toHaveAttribute('src', '/storage/media/a-480.webp')
    expect(picture).toHaveAttribute('alt', 'Gas LLC')
    expect([picture?.getAttribute('width'), picture?.getAttribute('height')]).toEqual(['900', '300'])
    expect(screen.queryByText(/Gas/)).toBeNull()
  })
})
