import { describe, expect, it } from '@jest/globals'
import { slugify } from './slug'

describe('the address made from a title', () => {
  it.each([
    ['Газовий конденсат, 500 т', 'hazovyi-kondensat-500-t'],
    ['Політика конфіденційності', 'polityka-konfidentsiinosti'],
    ['Стабільний конденсат', 'stabilnyi-kondensat'],
    ['Згода про якість, Юрʼївка, Яготин', 'zghoda-pro-yakist-yurivka-yahotyn'],
    ['Объём, съезд', 'obem-sezd'],
    ['Об’єднання «Щит»', 'obiednannia-shchyt'],
    ['  Natural gas — 5 000 m³ ', 'natural-gas-5-000-m'],
    ['№', ''],
  ])('of %j is %j', (title, slug) => {
    expect(slugify(title)).toBe(slug)
  })

  it('is never longer than 80 characters and never ends in a hyphen', () => {
    const slug = slugify('конденсат '.repeat(20))
    expect(slug.length).toBeLessThanOrEqual(80)
    expect(slug).not.toMatch(/-$/)
  })
})
