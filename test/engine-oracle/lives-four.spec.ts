import { testLives } from './lives.js';

testLives(4, 4);
