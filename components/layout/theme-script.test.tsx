import { expect, it } from '@jest/globals'
import { createContext, runInContext } from 'node:vm'
import { THEME_SCRIPT } from './theme-script'

const SUPPORTED = { AbortSignal: { timeout: () => undefined }, CSS: { supports: () => true } }

function attributesIn(browser: object): string[] {
  const attributes: string[] = []
  const documentElement = { dataset: {}, setAttribute: (name: string) => attributes.push(name) }
  const document = { documentElement, cookie: '' }
  runInContext(THEME_SCRIPT, createContext({ document, localStorage: { getItem: () => null }, ...browser }))
  return attributes
}

it('a browser that has what scripts of the site need is not marked', () => {
  expect(attributesIn(SUPPORTED)).toEqual([])
})

it.each([
  ['without time limits of requests', { ...SUPPORTED, AbortSignal: {} }],
  ['without container queries', { ...SUPPORTED, CSS: { supports: () => false } }],
  ['without looking behind in expressions', { ...SUPPORTED, RegExp: refuse }],
  ['with none of these', {}],
])('a browser %s is marked as outdated', (_, browser) => {
  expect(attributesIn(browser)).toEqual(['data-outdated'])
})

it.each([
  ['#order-3', ['order']],
  ['#products', []],
])('the root tells of an address with %s before the first paint whether it orders: %j', (hash, marks) => {
  const dataset = {}
  const document = { documentElement: { dataset, setAttribute: () => undefined }, cookie: '' }
  runInContext(
    THEME_SCRIPT,
    createContext({ document, localStorage: { getItem: () => null }, location: { hash }, ...SUPPORTED }),
  )
  expect(Object.keys(dataset)).toEqual(marks)
})

function refuse(): never {
  throw new SyntaxError('Invalid group')
}
