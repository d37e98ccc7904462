import { expect, it } from '@jest/globals'
import { createMetrics } from './metrics'

it('omits figures that cannot be read or do not exist', async () => {
  const metrics = createMetrics()
  let read = async () => [{ labels: {}, value: 3 }]
  metrics.gauges('portal_figure', 'Of this test', [], () => read(), 'database')
  const figures = async () => (await metrics.text()).split('\n').filter((line) => line.startsWith('portal_figure'))
  expect(await figures()).toEqual(['portal_figure 3'])
  read = () => Promise.reject(new Error('the database is away'))
  expect(await figures()).toEqual([])
  read = async () => []
  expect(await figures()).toEqual([])
})
