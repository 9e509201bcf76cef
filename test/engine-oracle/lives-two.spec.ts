import { testLives } from './lives.js';

testLives(2, 4);
