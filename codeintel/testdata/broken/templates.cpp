template<template<template<class>>> requires requires { } concept = ;
a < b < c < d > e;
