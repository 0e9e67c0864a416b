import { en, type Words } from './en';
export const ru: Words = { ...en };
