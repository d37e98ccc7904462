import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ThemeSwitch } from '@/components/layout/header-controls'

/** In forced colours a selection needs system colours: browsers draw a backdrop behind text whose colour they replace. */
function chosenInForcedColours(): string {
  const css = readFileSync('components/ui/forced-colors.css', 'utf8')
  return (
    /\*\/([^{}*]+)\{\s*background: SelectedItem;\s*color: SelectedItemText;\s*forced-color-adjust: none;/
      .exec(css)?.[1]
      ?.trim() ?? 'none'
  )
}

describe('the theme switch', () => {
  it('is one tab stop; the arrow keys choose', async () => {
    render(
      <ThemeSwitch
        label="Theme"
        choices={{
          light: { name: 'Light', icon: null },
          dark: { name: 'Dark', icon: null },
          system: { name: 'System', icon: null },
        }}
      />,
    )
    await userEvent.tab()
    expect(screen.getByRole('radio', { name: 'System' })).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked()
    expect(document.documentElement.dataset.theme).toBe('dark')
    await userEvent.keyboard('{ArrowRight}')
    expect(document.documentElement.dataset.theme).toBeUndefined()
    const chosen = chosenInForcedColours()
    expect(screen.getByRole('radio', { name: 'System' }).parentElement?.matches(chosen)).toBe(true)
    expect(screen.getByRole('radio', { name: 'Dark' }).parentElement?.matches(chosen)).toBe(false)
  })
})
