/** Of every answer: when the server made it, epoch ms. By it a page knows the time where the device's clock is off (rule today). */
export const SERVER_TIME_HEADER = 'x-server-time'
